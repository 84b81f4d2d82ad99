import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, type Check, fieldsOf, type HostedProject } from './hosted-project.ts';

const supabase = fileURLToPath(new URL('../..', import.meta.url));
export const FUNCTIONS: readonly string[] = readdirSync(join(supabase, 'functions')).filter((name) =>
  existsSync(join(supabase, 'functions', name, 'handler.ts')),
);
const TABLES = [...readFileSync(join(supabase, 'schema.sql'), 'utf8').matchAll(/^CREATE TABLE public\.(\w+)/gim)].map(
  ([, name = '']) => name,
);
const BUCKETS = ['uploads', 'logos', 'avatars'];

const NO_CONFIG = { faults: [], unseen: 'first the keys' };
type Backend = NonNullable<HostedProject['backend']>;
const headersOf = ({ key }: Backend) => ({ apikey: key, 'content-type': 'application/json' });

/** The role that an older key, a token, names. */
function roleOf(key: string): string {
  try {
    return String(Reflect.get(JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString()), 'role'));
  } catch {
    return '';
  }
}

export const keysCheck: Check = {
  name: 'keys',
  async run({ app, backend }) {
    if (!backend) return { faults: [`${app}/config.json holds no { "supabaseUrl": "…", "supabaseAnonKey": "…" }.`] };
    if (backend.key.startsWith('sb_secret_') || roleOf(backend.key) === 'service_role')
      return {
        faults: ['config.json holds the secret key, which everybody can read there: put the publishable one, and make a new secret key.'],
      };
    const { status, text } = await ask(`${backend.url}/rest/v1/rpc/my_invites`, {
      method: 'POST',
      headers: headersOf(backend),
      body: '{}',
    });
    if (status === 0) return { faults: [`The project does not answer at ${backend.url}: ${text}.`] };
    const isUnknown = status === 401 && /api key/i.test(text);
    return { faults: isUnknown ? ['The project does not know the key in config.json; perhaps the older keys were switched off.'] : [] };
  },
};

export const signInCheck: Check = {
  name: 'sign-in',
  async run({ backend }) {
    if (!backend) return NO_CONFIG;
    const answer = await ask(`${backend.url}/auth/v1/settings`, { headers: headersOf(backend) });
    const { mailer_autoconfirm, external } = fieldsOf(answer);
    if (answer.status !== 200) return { faults: [`The sign-in does not answer (${answer.status}).`] };
    const hasEmail = typeof external === 'object' && external !== null && Reflect.get(external, 'email') === true;
    return {
      faults: [
        ...(hasEmail ? [] : ['Signing in with an address and a password is switched off.']),
        ...(mailer_autoconfirm === false ? [] : ['New addresses are not confirmed by a mail: supabase config push.']),
      ],
    };
  },
};

export const mailsCheck: Check = {
  name: 'mails',
  async run({ backend, mailTo }) {
    if (!backend) return NO_CONFIG;
    if (mailTo === '') return { faults: [], unseen: '--mail ADDRESS of an account sends it a link for a new password' };
    const body = JSON.stringify({ email: mailTo });
    const { status, text } = await ask(`${backend.url}/auth/v1/recover`, { method: 'POST', headers: headersOf(backend), body });
    if (status === 200) return { faults: [], unseen: `a mail is on its way to ${mailTo}; it is to hold a link and a code` };
    if (status === 429) return { faults: [], unseen: 'the project takes no further wish for a mail just now (429)' };
    return { faults: [`No mail can be sent (${status || text}): set a mail server of your own, see HOSTING.md.`] };
  },
};

export const policiesCheck: Check = {
  name: 'policies',
  async run({ backend }) {
    if (!backend) return NO_CONFIG;
    const faults: string[] = [];
    for (const table of TABLES) {
      const { status, text } = await ask(`${backend.url}/rest/v1/${table}?limit=1`, { headers: headersOf(backend) });
      if (status === 404) faults.push(`The table ${table} is not there: supabase db push.`);
      else if (status === 200 && text.trim() !== '[]') faults.push(`The table ${table} can be read without signing in: supabase db push.`);
    }
    const hidden = await ask(`${backend.url}/rest/v1/generated_periods?limit=1`, {
      headers: { ...headersOf(backend), 'accept-profile': 'private' },
    });
    if (hidden.status !== 406) faults.push('The schema private is exposed: only public is to be (API settings).');
    for (const bucket of BUCKETS) {
      const { text } = await ask(`${backend.url}/storage/v1/object/public/${bucket}/nothing`, { headers: headersOf(backend) });
      if (/object not found/i.test(text)) faults.push(`The bucket ${bucket} is public: whoever guesses an address reads its files.`);
    }
    return { faults };
  },
};

export const functionsCheck: Check = {
  name: 'functions',
  async run({ backend }) {
    if (!backend) return NO_CONFIG;
    const faults: string[] = [];
    for (const name of FUNCTIONS) {
      const url = `${backend.url}/functions/v1/${name}`;
      const answer = await ask(url, { method: 'POST', headers: headersOf(backend), body: '{}' });
      if (answer.status === 404) faults.push(`The function ${name} is not deployed: supabase functions deploy ${name}.`);
      else if (answer.status !== 401) faults.push(`The function ${name} answers somebody who is not signed in (${answer.status}).`);
      else if (fieldsOf(answer)['error'] !== 'not_signed_in')
        faults.push(`The function ${name} leaves its callers to the gateway (verify_jwt): deploy it with this config.toml.`);
      const { headers } = await ask(url, {
        method: 'OPTIONS',
        headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
      });
      if (answer.status !== 404 && !headers.has('access-control-allow-origin'))
        faults.push(`The function ${name} does not answer browsers (no access-control-allow-origin).`);
    }
    return { faults };
  },
};

export const schedulerCheck: Check = {
  name: 'scheduler',
  async run({ backend, schedulerSecret }) {
    if (!backend) return NO_CONFIG;
    if (schedulerSecret === '') return { faults: [], unseen: 'SCHEDULER_SECRET=… tries the nightly call' };
    const headers = { ...headersOf(backend), 'x-scheduler-secret': schedulerSecret };
    const { status, text } = await ask(`${backend.url}/functions/v1/receipt-verify`, { method: 'POST', headers, body: '{}' });
    if (status === 200) return { faults: [] };
    if (status === 401) return { faults: ['The functions do not know this SCHEDULER_SECRET: supabase secrets set SCHEDULER_SECRET=…'] };
    return { faults: [`The nightly call of receipt-verify fails (${status || text}).`] };
  },
};

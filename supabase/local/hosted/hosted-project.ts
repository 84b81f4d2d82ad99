/** A project and its app as `check:hosted` asks them: from outside, as anybody could. */
export type HostedProject = {
  /** The app's address, without a slash at the end. */ readonly app: string;
  /** The project's address and public key, from the app's `config.json`; null where that can't be read. */
  readonly backend: { readonly url: string; readonly key: string } | null;
  /** `SCHEDULER_SECRET`: with it the nightly call is tried. */ readonly schedulerSecret: string;
  /** Where a mail is sent on trial. */ readonly mailTo: string;
  /** Runs a statement on the project's database; null where its address was not given. */
  readonly query: ((sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>) | null;
};

/** What a check found: sentences for what is missing; `unseen` says what it would need to look. */
export type Findings = { readonly faults: readonly string[]; readonly unseen?: string };

export type Check = { readonly name: string; run(project: HostedProject): Promise<Findings> };

/** An answer with its text; status 0 and the reason where there is none. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string };

const PATIENCE_MS = 30_000;

export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS), ...init });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return { status: 0, headers: new Headers(), text: cause };
  }
}

/** The fields of an answer in JSON; none where it is something else. */
export function fieldsOf({ text }: Answer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

import type { AuthRoute } from '#local/auth/auth-context.ts';

const PROVIDERS = [
  'anonymous_users',
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'phone',
  'slack',
  'slack_oidc',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
];

/** What the service says about itself, without a sign-in. */
export const metaRoutes: readonly AuthRoute[] = [
  {
    method: 'GET',
    path: '/health',
    handle: async () =>
      Response.json({ version: 'embedded', name: 'GoTrue', description: 'Embedded stand-in for the Supabase auth service' }),
  },
  {
    method: 'GET',
    path: '/settings',
    handle: async ({ config }) =>
      Response.json({
        external: { ...Object.fromEntries(PROVIDERS.map((provider) => [provider, false])), email: true },
        disable_signup: config.signUp === 'closed',
        mailer_autoconfirm: config.autoconfirm,
        phone_autoconfirm: false,
        sms_provider: '',
        saml_enabled: false,
      }),
  },
  // Tokens are signed with a shared secret (HS256), which is no business of the public: auth-js then asks /user.
  { method: 'GET', path: '/.well-known/jwks.json', handle: async () => Response.json({ keys: [] }) },
];

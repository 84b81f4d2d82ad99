/** At most `max` events in any `seconds` long window. */
export type Limit = { readonly max: number; readonly seconds: number };

/** The choices hosted Supabase keeps under "Auth settings". */
export type AuthConfig = {
  /** New addresses count as confirmed at once; no confirmation mail is sent. */
  readonly autoconfirm: boolean;
  /** Who may make an account: anybody; whoever owns an invited address, and the first person of all; nobody. */
  readonly signUp: 'open' | 'invited' | 'closed';
  readonly bcryptCost: number;
  readonly accessTokenSeconds: number;
  readonly oneTimeTokenSeconds: number;
  readonly flowStateSeconds: number;
  /** How long a refresh token may be used again after its first use, for a lost answer or a second tab. */
  readonly refreshReuseSeconds: number;
  /** Answers to "mail me something" take at least this long, so that a known address can't be told by the clock. */
  readonly evenAnswerMs: number;
  /** Origins, beside the site's own, that links may lead back to. */
  readonly redirectOrigins: readonly string[];
  readonly limits: {
    /** Failed sign-ins per client and address, and per client over all addresses. */
    readonly signIn: Limit;
    readonly signInPerClient: Limit;
    readonly signUp: Limit;
    readonly refresh: Limit;
    readonly verify: Limit;
    /** Mails to one address, whoever asks for them, and mails asked for by one client. */
    readonly mail: Limit;
    readonly mailPerClient: Limit;
    readonly secondFactor: Limit;
    /** Tries of one person at the password so far, to set another. */
    readonly currentPassword: Limit;
  };
};

/** Settings that differ from the defaults; limits one by one. */
export type AuthConfigChanges = Partial<Omit<AuthConfig, 'limits'>> & { readonly limits?: Partial<AuthConfig['limits']> };

const DEFAULT_AUTH_CONFIG: AuthConfig = {
  autoconfirm: false,
  signUp: 'open',
  bcryptCost: 10,
  accessTokenSeconds: 3600,
  oneTimeTokenSeconds: 3600,
  flowStateSeconds: 300,
  refreshReuseSeconds: 10,
  evenAnswerMs: 120,
  redirectOrigins: [],
  limits: {
    signIn: { max: 10, seconds: 300 },
    signInPerClient: { max: 100, seconds: 300 },
    signUp: { max: 60, seconds: 3600 },
    refresh: { max: 150, seconds: 300 },
    verify: { max: 10, seconds: 600 },
    mail: { max: 6, seconds: 900 },
    mailPerClient: { max: 100, seconds: 900 },
    secondFactor: { max: 15, seconds: 300 },
    currentPassword: { max: 10, seconds: 300 },
  },
};

/** The defaults with the given changes. */
export function authConfig({ limits, ...changes }: AuthConfigChanges): AuthConfig {
  return { ...DEFAULT_AUTH_CONFIG, ...changes, limits: { ...DEFAULT_AUTH_CONFIG.limits, ...limits } };
}

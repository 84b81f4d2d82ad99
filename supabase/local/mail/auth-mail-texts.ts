export type MailLanguage = 'en' | 'de';
export type AuthMailKind =
  | 'signup'
  | 'already_registered'
  | 'recovery'
  | 'magiclink'
  | 'invite'
  | 'email_change'
  | 'reauthentication'
  | 'password_changed';

type Message = {
  readonly subject: string;
  readonly body: readonly string[];
  /** Label of the link. */ readonly action: string;
  readonly closing: string;
};
type Texts = {
  readonly greeting: string;
  readonly code: string;
  readonly codeInstead: string;
  readonly signature: string;
  readonly kinds: Readonly<Record<AuthMailKind, Message>>;
};

const en: Texts = {
  greeting: 'Hello,',
  code: 'Your code is:',
  codeInstead: 'Or enter this code:',
  signature: 'Kontor',
  kinds: {
    signup: {
      subject: 'Confirm your email address',
      body: ['Welcome to Kontor. Please confirm that {address} is your address. Then you can sign in.'],
      action: 'Confirm my address',
      closing: 'The link works once and for one hour. If you did not register, ignore this email: without confirmation no one can sign in.',
    },
    already_registered: {
      subject: 'You already have an account',
      body: [
        'Someone, most likely you, just tried to register {address} with Kontor. There is already an account with this address, so nothing was changed.',
        'Sign in as usual. If you have forgotten your password, you can set a new one on the sign-in page.',
      ],
      action: 'Go to sign-in',
      closing: 'If it was not you, there is nothing you need to do.',
    },
    recovery: {
      subject: 'Set a new password',
      body: ['You asked to set a new password for {address}.'],
      action: 'Set a new password',
      closing: 'The link works once and for one hour. If you did not ask for it, ignore this email: your password stays as it is.',
    },
    magiclink: {
      subject: 'Your sign-in link',
      body: ['With this link you sign in to Kontor as {address}, without a password.'],
      action: 'Sign in',
      closing:
        'The link works once and for one hour. Never pass it or the code on to anyone. If you did not ask for it, ignore this email.',
    },
    invite: {
      subject: 'You are invited to Kontor',
      body: ['You have been invited to work in Kontor. Accept the invitation and choose a password.'],
      action: 'Accept the invitation',
      closing: 'The link works once and for one hour. If you do not know who invited you, ignore this email.',
    },
    email_change: {
      subject: 'Confirm your new email address',
      body: [
        'You want to sign in to Kontor as {address} from now on. Please confirm it in both mailboxes: the old and the new address each got an email like this.',
      ],
      action: 'Confirm the new address',
      closing:
        'The link works once and for one hour. Until both have confirmed, your old address stays valid. If you did not ask for this, do not confirm it. If it is your account, change your password at once: someone else is using it.',
    },
    reauthentication: {
      subject: 'Your confirmation code',
      body: ['Please confirm with this code that it is you who is changing your account.'],
      action: '',
      closing: 'The code works once and for one hour. Never pass it on. If you did not ask for it, sign in and change your password.',
    },
    password_changed: {
      subject: 'Your password was changed',
      body: ['The password of your account {address} was just changed, and all other devices were signed out.'],
      action: '',
      closing: 'If it was not you, set a new password on the sign-in page at once.',
    },
  },
};

const de: Texts = {
  greeting: 'Guten Tag,',
  code: 'Ihr Code lautet:',
  codeInstead: 'Oder geben Sie diesen Code ein:',
  signature: 'Kontor',
  kinds: {
    signup: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      body: ['willkommen bei Kontor. Bitte bestätigen Sie, dass {address} Ihre Adresse ist. Danach können Sie sich anmelden.'],
      action: 'Adresse bestätigen',
      closing:
        'Der Link gilt einmal und eine Stunde lang. Wenn Sie sich nicht registriert haben, ist nichts zu tun: Ohne Bestätigung kann sich niemand anmelden.',
    },
    already_registered: {
      subject: 'Sie haben bereits ein Konto',
      body: [
        'jemand, vermutlich Sie selbst, wollte gerade {address} bei Kontor registrieren. Zu dieser Adresse gibt es schon ein Konto, es wurde nichts verändert.',
        'Melden Sie sich wie gewohnt an. Falls Sie Ihr Passwort vergessen haben, können Sie auf der Anmeldeseite ein neues festlegen.',
      ],
      action: 'Zur Anmeldung',
      closing: 'Wenn Sie es nicht waren, brauchen Sie nichts zu tun.',
    },
    recovery: {
      subject: 'Neues Passwort festlegen',
      body: ['für {address} wurde ein neues Passwort angefordert.'],
      action: 'Neues Passwort festlegen',
      closing:
        'Der Link gilt einmal und eine Stunde lang. Wenn die Anforderung nicht von Ihnen stammt, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    },
    magiclink: {
      subject: 'Ihr Anmeldelink',
      body: ['mit diesem Link melden Sie sich ohne Passwort als {address} bei Kontor an.'],
      action: 'Anmelden',
      closing:
        'Der Link gilt einmal und eine Stunde lang. Geben Sie Link und Code niemals weiter. Wenn Sie ihn nicht angefordert haben, ist nichts zu tun.',
    },
    invite: {
      subject: 'Einladung zu Kontor',
      body: ['Sie wurden eingeladen, in Kontor mitzuarbeiten. Nehmen Sie die Einladung an und wählen Sie ein Passwort.'],
      action: 'Einladung annehmen',
      closing: 'Der Link gilt einmal und eine Stunde lang. Wenn Sie nicht wissen, von wem die Einladung stammt, ist nichts zu tun.',
    },
    email_change: {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      body: [
        'Sie möchten sich künftig mit {address} bei Kontor anmelden. Bitte bestätigen Sie das in beiden Postfächern: An die bisherige und an die neue Adresse ging je eine E-Mail wie diese.',
      ],
      action: 'Neue Adresse bestätigen',
      closing:
        'Der Link gilt einmal und eine Stunde lang. Bis beide bestätigt haben, bleibt die bisherige Adresse gültig. Wenn die Änderung nicht von Ihnen stammt, bestätigen Sie bitte nichts. Ist es Ihr Konto, ändern Sie sofort das Passwort: Jemand anderes benutzt es.',
    },
    reauthentication: {
      subject: 'Ihr Bestätigungscode',
      body: ['bitte bestätigen Sie mit diesem Code, dass Sie selbst Ihr Konto ändern.'],
      action: '',
      closing:
        'Der Code gilt einmal und eine Stunde lang. Geben Sie ihn niemals weiter. Wenn Sie ihn nicht angefordert haben, melden Sie sich an und ändern Sie Ihr Passwort.',
    },
    password_changed: {
      subject: 'Ihr Passwort wurde geändert',
      body: ['das Passwort Ihres Kontos {address} wurde soeben geändert, alle anderen Geräte wurden abgemeldet.'],
      action: '',
      closing: 'Wenn Sie das nicht waren, legen Sie bitte sofort auf der Anmeldeseite ein neues Passwort fest.',
    },
  },
};

/** What the auth service writes to people. `{address}` stands for the address the mail is about. */
export const AUTH_MAIL_TEXTS: Readonly<Record<MailLanguage, Texts>> = { en, de };

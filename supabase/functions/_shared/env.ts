/** The names are hosted Supabase's; what is beyond them is in README.md. */
export type FunctionEnv = Readonly<Record<string, string>>;

/** Whether the address carries what the link of a mail brought: something to redeem, or the auth service's word about it. `rest` is query and fragment. */
export const carriesMailLink = (rest: string): boolean =>
  /[?&#](code|token_hash|access_token|error|error_code|error_description|message)=/.test(rest);

/** The first of two links was opened, the other mailbox has to confirm too: hosted Supabase then brings a message and nothing to redeem. */
export const isHalfConfirmed = (rest: string): boolean => /[?&#]message=/.test(rest) && !/[?&#](code|token_hash|error)=/.test(rest);

const bots = /bot\b|crawler|spider|slurp|facebookexternalhit|whatsapp|telegram|slack|discord|linkedin|embedly|preview|lighthouse/i;

/** Search engines and link previews: for them a fatal error is only logged (spec §8), an error page would end up in an index. */
export const isPreviewBot = (userAgent: string): boolean => bots.test(userAgent);

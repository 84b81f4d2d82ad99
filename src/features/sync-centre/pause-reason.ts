const REASONS = ['network', 'server', 'signed_out', 'second_factor', 'company_lost', 'storage'] as const;

/** Why the engine is offline or paused, as far as there is a text for it. */
export const pauseReason = (reason: string | null) => REASONS.find((each) => each === reason);

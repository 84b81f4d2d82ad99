/** Asks the server's functions about numbers; refusals come as AppErrors, whose `reason` is the server's word. */
export type LeaseCall = (name: string, args: Record<string, unknown>) => Promise<unknown>;

/** `net` is drawn as a line over the bars. */
export type Series = { readonly key: string; readonly label: string; readonly tone: 'blue' | 'amber' | 'net' };
export type Bars = {
  readonly key: string;
  readonly label: string;
  /** Under the bars; may be shorter. */ readonly tick: string;
  /** One per series. */ readonly values: readonly number[];
  /** What lies behind each value; null: nothing to show. */ readonly links?: readonly (string | null)[];
};

/** An expected "no": a key that the app has a sentence for, and the field, key or reason it is about. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  constructor(status: number, code: string, detail = '') {
    super(code);
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

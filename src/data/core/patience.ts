/**
 * A signal that is given after `ms`, to whoever still waits then. A page that was busy by then has the grant of a lock, or whatever it waits for, in its
 * queue: the task after the next is not before that.
 */
export function patience(ms: number): AbortSignal {
  const over = new AbortController();
  setTimeout(() => setTimeout(() => over.abort()), ms);
  return over.signal;
}

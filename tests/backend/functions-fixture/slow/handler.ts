/** Never answers by itself; notices when it is given up. */
export function handler(request: Request): Promise<Response> {
  return new Promise((resolve) => request.signal.addEventListener('abort', () => resolve(new Response('too late'))));
}

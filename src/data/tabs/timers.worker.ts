/** Timers of a tab, outside its main thread: a hidden tab's own timers are stretched to a minute, a worker's are not. */
type Order = { readonly every?: readonly (readonly [string, number])[]; readonly once?: readonly [string, number] };

let ticking: ReturnType<typeof setInterval>[] = [];

globalThis.onmessage = ({ data }: MessageEvent<Order>) => {
  if (data.every) {
    ticking.forEach(clearInterval);
    ticking = data.every.map(([name, ms]) => setInterval(() => postMessage(name), ms));
  }
  if (data.once) {
    const [name, ms] = data.once;
    setTimeout(() => postMessage(name), ms);
  }
};

/** Timers of a tab, outside its main thread: a hidden tab's own timers are stretched to a minute, a worker's are not. */
type Order = { readonly every?: readonly (readonly [string, number])[]; readonly once?: readonly [string, number] };

globalThis.onmessage = ({ data }: MessageEvent<Order>) => {
  for (const [name, ms] of data.every ?? []) setInterval(() => postMessage(name), ms);
  if (data.once) {
    const [name, ms] = data.once;
    setTimeout(() => postMessage(name), ms);
  }
};

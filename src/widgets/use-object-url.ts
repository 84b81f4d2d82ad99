import { useEffect, useState } from 'react';

/** An object URL of the blob for as long as the component shows it. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    let isCurrent = true;
    void Promise.resolve().then(() => isCurrent && setUrl(made));
    return () => {
      isCurrent = false;
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}

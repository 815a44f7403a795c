import { useEffect, useState } from 'react';

let skewMs = 0;

/** The service's clock is the one that dates readings: what this browser shows follows it. */
export function setServiceTime(at: string): void {
  skewMs = Date.parse(at) - Date.now();
}

export function serviceNow(): number {
  return Date.now() + skewMs;
}

/** The service's time, told anew every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(serviceNow);
  useEffect(() => {
    setNow(serviceNow());
    const timer = setInterval(() => setNow(serviceNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

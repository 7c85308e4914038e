const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const steps: readonly (readonly [limit: number, size: number, unit: string])[] = [
  [hour, minute, 'm'],
  [day, hour, 'h'],
  [30 * day, day, 'd'],
  [365 * day, 30 * day, 'mo'],
  [Number.POSITIVE_INFINITY, 365 * day, 'y'],
];

/** `now`, `5m ago`, `in 3d`, `18y ago`. */
export const relativeDate = (iso: string, now: Date): string => {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const seconds = Math.round((now.getTime() - at) / 1000);
  const distance = Math.abs(seconds);
  if (distance < minute) return 'now';
  const [, size, unit] = steps.find(([limit]) => distance < limit) ?? [0, day, 'd'];
  const amount = `${Math.floor(distance / size)}${unit}`;
  return seconds < 0 ? `in ${amount}` : `${amount} ago`;
};

export const isoDay = (iso: string): string => iso.slice(0, 10);

/** `950 ms`, `4.2 s`, `3 min 05 s`, `2 h 10 min`. */
export const duration = (ms: number): string => {
  const seconds = ms / 1000;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < hour) return `${Math.floor(whole / minute)} min ${String(whole % minute).padStart(2, '0')} s`;
  return `${Math.floor(whole / hour)} h ${String(Math.floor((whole % hour) / minute)).padStart(2, '0')} min`;
};

import { duration } from './dates.js';
import { grouped } from './text.js';
import type { Terminal } from './terminal.js';

export interface Sample {
  readonly done: number;
  readonly at: number;
}

export interface Pace {
  readonly perSecond: number;
  /** Null while nothing can be said. */
  readonly leftMs: number | null;
}

const horizon = 15_000;

/** Samples worth keeping: those of the horizon, and the last one before it when there is none. */
export const remember = (samples: readonly Sample[], next: Sample): readonly Sample[] => {
  const kept = samples.filter(({ at }) => next.at - at <= horizon);
  return [...(kept.length > 0 ? kept : samples.slice(-1)), next];
};

/** Rate over the remembered samples, and the time the rest takes at that rate. */
export const paceOf = (samples: readonly Sample[], total: number): Pace => {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at <= first.at) return { perSecond: 0, leftMs: null };
  const perSecond = ((last.done - first.done) * 1000) / (last.at - first.at);
  return { perSecond, leftMs: perSecond > 0 ? (Math.max(0, total - last.done) / perSecond) * 1000 : null };
};

const barOf = (share: number, columns: number): string => {
  const full = Math.round(Math.max(0, Math.min(1, share)) * columns);
  return '█'.repeat(full) + '░'.repeat(columns - full);
};

export const progressLine = (
  label: string,
  done: number,
  total: number,
  pace: Pace,
  unit: string,
): string => {
  const share = total === 0 ? 1 : done / total;
  const rate = pace.perSecond > 0 ? ` · ${grouped(pace.perSecond)} ${unit}/s` : '';
  const left = pace.leftMs === null || done >= total ? '' : ` · ${duration(pace.leftMs)} left`;
  return `${label} ${barOf(share, 20)} ${String(Math.floor(share * 100)).padStart(3)} % · ${grouped(done)} of ${grouped(total)}${rate}${left}`;
};

export interface Meter {
  readonly advance: (done: number) => void;
  /** Clears the line and gives the milliseconds since the start. */
  readonly end: () => number;
}

/** A live line on stderr while somebody watches; silent otherwise. */
export const openMeter = (terminal: Terminal, label: string, total: number, unit: string): Meter => {
  const startedAt = terminal.now().getTime();
  let samples: readonly Sample[] = [{ done: 0, at: startedAt }];
  const draw = (done: number): void => {
    terminal.status(progressLine(label, done, total, paceOf(samples, total), unit));
  };
  draw(0);
  return {
    advance: (done) => {
      samples = remember(samples, { done, at: terminal.now().getTime() });
      draw(done);
    },
    end: () => {
      terminal.status('');
      return terminal.now().getTime() - startedAt;
    },
  };
};

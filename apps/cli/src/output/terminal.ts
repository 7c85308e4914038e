import pc from 'picocolors';

type Paint = ReturnType<typeof pc.createColors>;

/** Where words go. `out` is the answer, `err` is everything said beside it. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Rewrites one line of stderr; does nothing when nobody watches. */
  readonly status: (text: string) => void;
  readonly isTty: boolean;
  readonly watchesErrors: boolean;
  /** Without end when nobody watches: programs read whole lines. */
  readonly width: number;
  readonly paint: Paint;
  readonly now: () => Date;
}

export interface Streams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

const widest = 120;

export const openTerminal = ({ stdout, stderr }: Streams): Terminal => {
  const isTty = stdout.isTTY;
  const width = isTty ? Math.max(40, Math.min(stdout.columns, widest)) : Number.POSITIVE_INFINITY;
  return {
    out: (text) => void stdout.write(`${text}\n`),
    err: (text) => void stderr.write(`${stderr.isTTY ? '\r\u001b[2K' : ''}${text}\n`),
    status: (text) => {
      if (stderr.isTTY) stderr.write(`\r\u001b[2K${text.slice(0, stderr.columns - 1)}`);
    },
    isTty,
    watchesErrors: stderr.isTTY,
    width,
    paint: pc.createColors(isTty && pc.isColorSupported),
    now: () => new Date(),
  };
};

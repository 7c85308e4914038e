import { describe, expect, it } from '@jest/globals';
import { createLog, type Log, type LogFields, type LogOptions } from './index.js';

const memoryText = 'Allergic to penicillin, told Dr. Okafor on Tuesday';

const logged = (act: (log: Log) => void, options: Partial<LogOptions> & { isTTY?: boolean } = {}): string => {
  const lines: string[] = [];
  const output = { isTTY: options.isTTY ?? false, write: (line: string) => lines.push(line) };
  act(createLog({ level: 'debug', ...options, output }));
  return lines.join('');
};
const json = (act: (log: Log) => void): Record<string, unknown> =>
  JSON.parse(logged(act)) as Record<string, unknown>;
/** What code without types, or with a cast, could pass. */
const untyped = (fields: Record<string, unknown>): LogFields => fields;

describe('a log line', () => {
  it('is one JSON object with time, level, event and ids', () => {
    const line = logged((log) => log.info('message.parked', { recordId: 'r-1', attempt: 3, position: 9n }));
    expect(line.endsWith('\n')).toBe(true);
    expect(line.trim()).not.toContain('\n');
    const { time, ...rest } = JSON.parse(line) as Record<string, unknown>;
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u);
    expect(rest).toEqual({
      level: 'info',
      event: 'message.parked',
      recordId: 'r-1',
      attempt: 3,
      position: '9',
    });
  });

  it('carries the fields of its log', () => {
    expect(
      json((log) => log.with({ app: 'ingest' }).with({ consumer: 'p07' }).warn('message.retried')),
    ).toMatchObject({
      app: 'ingest',
      consumer: 'p07',
      level: 'warn',
    });
  });

  it('below the level is not written', () => {
    expect(logged((log) => log.debug('index.searched'), { level: 'info' })).toBe('');
    expect(logged((log) => log.fatal('process.failed'), { level: 'silent' })).toBe('');
  });

  it.each([
    'text',
    'content',
    'memory',
    'query',
    'name',
    'authorization',
    'token',
    'apiKey',
    'prompt',
    'embedding',
  ])('has no field %s', (field) => {
    const line = logged((log) =>
      log.info('memory.captured', untyped({ [field]: memoryText, memoryId: 'm-1' })),
    );
    expect(line).not.toContain('penicillin');
    expect(JSON.parse(line)).toMatchObject({ memoryId: 'm-1', dropped: 1 });
  });

  it.each(['reason', 'memoryId', 'key', 'outcome', 'rule', 'status', 'attempt', 'memoryIds', 'gated', 'at'])(
    'drops a sentence from the field %s',
    (field) => {
      const line = logged((log) => log.info('memory.captured', untyped({ [field]: memoryText })));
      expect(line).not.toContain('penicillin');
      expect(JSON.parse(line)).toMatchObject({ dropped: 1 });
    },
  );

  it.each([
    'sk-abc123def456ghi789jkl0',
    'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    'AKIAIOSFODNN7EXAMPLE',
    'eyJhbGciOiJIUzI1NiJ9.e30.x',
  ])('drops %s from any field', (token) => {
    const line = logged((log) =>
      log.info('key.refused', { keyId: token, reason: token, memoryIds: [token] }),
    );
    expect(JSON.parse(line)).toMatchObject({ dropped: 3 });
    expect(line).not.toContain(token);
  });

  it('never prints an event that is not a name', () => {
    expect(json((log) => log.info(`${memoryText}.`))).toMatchObject({ event: 'event.misnamed' });
  });

  it('gives an error by class, code and place, without its message', () => {
    const cause = Object.assign(new RangeError(memoryText), { code: '23505' });
    const line = logged((log) =>
      log.error('facts.failed', { error: new Error(`${memoryText}\n    at secret.ts`, { cause }) }),
    );
    expect(line).not.toContain('penicillin');
    expect(JSON.parse(line)).toMatchObject({
      error: { name: 'Error', cause: { name: 'RangeError', code: '23505' } },
    });
    expect((JSON.parse(line) as { error: { frames: string[] } }).error.frames[0]).toMatch(
      /^log\.unit\.spec\.ts:\d+:\d+$/u,
    );
  });

  it('survives whatever is thrown', () => {
    expect(json((log) => log.error('facts.failed', { error: memoryText }))).toMatchObject({
      error: { name: 'string' },
    });
  });

  it('does not compile with a field for text', () => {
    // @ts-expect-error -- `text` is no field of a log line
    expect(json((log) => log.info('memory.captured', { text: 'x' }))).toMatchObject({ dropped: 1 });
  });
});

describe('a log at a terminal', () => {
  it('is one compact line: time, level, event, fields', () => {
    const line = logged((log) => log.warn('message.parked', { recordId: 'r-1', attempt: 3, gated: false }), {
      isTTY: true,
    });
    // eslint-disable-next-line no-control-regex -- colours are what is taken away here
    const plain = line.replaceAll(/\u001B\[\d+m/gu, '');
    expect(plain).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} warn {2}message\.parked recordId=r-1 attempt=3 gated=false\n$/u,
    );
    expect(plain).not.toBe(line);
  });
});

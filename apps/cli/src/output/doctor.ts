import type { DoctorPage, MaintenanceReport } from '#contracts';
import { duration } from './dates.js';
import { fieldLines, type Field } from './fields.js';
import { dateFor } from './memory.js';
import type { Terminal } from './terminal.js';
import { grouped, oneLine } from './text.js';

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;
const since = (seconds: number | null): string =>
  seconds === null || seconds === 0 ? '' : `, the oldest for ${duration(seconds * 1000)}`;

/** Each kind of message has one consumer. */
const behind = (bus: NonNullable<DoctorPage['waiting']>['bus']): string =>
  Object.entries(bus)
    .map(([kind, count]) => `${kind} ${grouped(count)}`)
    .join(', ');

const waitingFields = (waiting: NonNullable<DoctorPage['waiting']>): readonly Field[] => {
  const onBus = Object.values(waiting.bus).reduce((sum, count) => sum + count, 0);
  const where = onBus === 0 ? '' : ` (${behind(waiting.bus)})`;
  return [
    ['on the bus', `${grouped(onBus)}${since(waiting.bus_oldest_seconds)}${where}`],
    ['to be read', `${grouped(waiting.reading)}${since(waiting.reading_oldest_seconds)}`],
  ];
};

const runOf = (terminal: Terminal, run: MaintenanceReport): Field => [
  `last ${run.task}`,
  `${run.status === 'done' && run.dry_run ? 'dry run' : run.status} ${dateFor(terminal, run.finished_at ?? run.asked_at)}, ${grouped(run.found)} found, ${grouped(run.changed)} changed`,
];

export const doctorText = (terminal: Terminal, page: DoctorPage): string => {
  const { versions, waiting, parked, disk } = page;
  const body = fieldLines(terminal, [
    ['store', page.status === 'well' ? 'well' : 'needs attention'],
    [
      'versions',
      `kith ${versions.kith}, node ${versions.node}, ${versions.engine} engine, embedder ${versions.embedder}`,
    ],
    [
      'reachable',
      Object.entries(page.reachable)
        .map(([name, isThere]) => `${name} ${isThere ? 'yes' : 'NO'}`)
        .join(', '),
    ],
    ...Object.entries(page.memories).map(([name, count]): Field => [`memories ${name}`, grouped(count)]),
    ['messages', grouped(page.messages)],
    ['people and agents', grouped(page.entities)],
    ['places', grouped(page.sources)],
    ['events', grouped(page.events)],
    ...(waiting === null ? [] : waitingFields(waiting)),
    [
      'index',
      `${page.index.engine}${page.index.reachable ? '' : ', away'}${waiting === null ? '' : `, ${grouped(waiting.index_lag)} to be indexed`}`,
    ],
    ...(parked === null
      ? []
      : [['parked', `${grouped(parked.count)}${since(parked.oldest_seconds)}`] satisfies Field]),
    ...Object.entries(page.faults)
      .filter(([, count]) => count > 0)
      .map(([name, count]): Field => [name.replaceAll('_', ' '), grouped(count)]),
    ...(disk === null
      ? []
      : [
          [
            'disk',
            `${megabytes(disk.database_bytes)}, of which the log ${megabytes(disk.log_bytes)}`,
          ] satisfies Field,
        ]),
    ...page.last_runs.map((run) => runOf(terminal, run)),
  ]);
  return [body, ...page.advice.map((sentence) => `- ${oneLine(sentence)}`)].join('\n');
};

import type { Page } from '#contracts';
import type { Api } from '../api.js';
import { table, type Column } from '../output/table.js';
import { printJson, type Context, type Globals } from './command.js';

/** Every page of it as one: for what is always shown whole. */
export const wholeList = async <Row>(api: Api, path: string): Promise<Page<Row>> => {
  const results: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.get<Page<Row>>(path, { limit: 200, cursor });
    results.push(...page.results);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return { results, next_cursor: null };
};

interface Shown<Row> {
  readonly columns: readonly Column<Row>[];
  /** Said where there is nothing. */
  readonly none: string;
}

/** INVARIANT: where there is more than is shown, it is said. */
export const printList = <Row>(
  context: Context,
  { json }: Globals,
  page: Page<Row>,
  { columns, none }: Shown<Row>,
): void => {
  const { terminal } = context;
  if (json === true) {
    printJson(context, page);
    return;
  }
  if (page.results.length === 0) terminal.err(none);
  else terminal.out(table(terminal, columns, page.results));
  if (page.next_cursor !== null) terminal.err('There are more: --limit shows up to 200.');
};

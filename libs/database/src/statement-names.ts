/**
 * Names for the statements that come again: a named one is parsed once per connection, and a small statement takes
 * little more than half the time (docs/adr/0003-database.md). Statements built for one question stay unnamed: a name
 * holds memory in the backend for as long as the connection lives.
 */
export class StatementNames {
  private generation = 0;
  private names = new Map<string, string>();
  private seen = new Map<string, number>();

  constructor(
    private readonly namedFrom = 3,
    private readonly limit = 500,
  ) {}

  nameOf(statement: string): string | undefined {
    const name = this.names.get(statement);
    if (name !== undefined || this.names.size >= this.limit) return name;
    const times = (this.seen.get(statement) ?? 0) + 1;
    if (times < this.namedFrom) {
      if (this.seen.size >= this.limit) this.seen.clear();
      this.seen.set(statement, times);
      return undefined;
    }
    this.seen.delete(statement);
    const fresh = `kith_${String(this.generation)}_${String(this.names.size)}`;
    this.names.set(statement, fresh);
    return fresh;
  }

  /** After a change of tables a named statement may answer with the columns of yesterday, and is refused. */
  forget(): void {
    this.generation += 1;
    this.names = new Map();
  }
}

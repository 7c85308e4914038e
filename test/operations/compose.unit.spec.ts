import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { parseEnv } from '#config';

const home = process.cwd();
const textOf = (path: string): string => readFileSync(join(home, path), 'utf8');

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly profiles: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const written = textOf('docker-compose.yml');
const compose = parse(written, { merge: true }) as Compose;
const dockerfile = textOf('Dockerfile');
const services = Object.entries(compose.services);
const named = (profile: string) =>
  services.filter(([, { profiles }]) => profiles.includes(profile)).map(([name]) => name);
const engines = ['nats', 'postgres', 'qdrant'];
const apps = ['gateway', 'ingest', 'recall', 'janitor'];

/** As `docker compose` fills it in. */
const filledIn = (value: string, given: Readonly<Record<string, string>>): string =>
  value.replace(
    /\$\{(\w+)(?::[-?]([^}]*))?\}/gu,
    (_, name: string, instead?: string) => given[name] ?? instead ?? '',
  );

const secrets = {
  POSTGRES_PASSWORD: 'p'.repeat(64),
  NATS_GATEWAY_PASSWORD: 'kg',
  NATS_INGEST_PASSWORD: 'ki',
  NATS_RECALL_PASSWORD: 'kr',
  NATS_JANITOR_PASSWORD: 'kj',
  NATS_OPERATOR_PASSWORD: 'ko',
  KITH_OPERATOR_KEY: 'k'.repeat(64),
};
const environmentOf = (service: Service) =>
  Object.fromEntries(
    Object.entries(service.environment ?? {}).map(([name, value]) => [name, filledIn(value, secrets)]),
  );

describe('docker-compose.yml', () => {
  it('is what the Compose Specification allows', () => {
    // Kept as it is published (github.com/compose-spec/compose-spec, schema/compose-spec.json, 170098b).
    const { $schema: _, ...schema } = JSON.parse(textOf('test/operations/compose-spec.json')) as {
      $schema: string;
    };
    const ajv = new Ajv({ strict: false, validateFormats: false });
    expect([ajv.validate(schema, compose), ajv.errors]).toEqual([true, null]);
    expect(ajv.validate(schema, { services: { nats: { imagined: true } } })).toBe(false);
  });

  it('has the engines by themselves, and all', () => {
    expect(named('engines')).toEqual(engines);
    expect(named('all')).toEqual([...engines, 'migrate', ...apps]);
  });

  it.each(apps)('starts %s by a program that is there, when the engines answer', (app) => {
    const service = compose.services[app];
    const [program, path = ''] = service?.command ?? [];
    expect(program).toBe('node');
    expect(existsSync(join(home, path.replace(/^dist\//u, '').replace(/\.js$/u, '.ts')))).toBe(true);
    expect(path).toBe(`dist/apps/${app}/src/main.js`);
    for (const needed of ['nats', 'postgres'])
      expect(service?.depends_on?.[needed]).toEqual({ condition: 'service_healthy' });
    expect(service?.depends_on?.['migrate']).toEqual({ condition: 'service_completed_successfully' });
  });

  it('connects each app to NATS as its own user, and the operator alone makes streams', () => {
    const users = textOf('docs/examples/nats-compose.conf');
    const server = compose.services['nats'];
    expect(server?.volumes).toContain('./docs/examples/nats-compose.conf:/etc/nats/kith.conf:ro');
    expect(server?.command).toEqual(['--config', '/etc/nats/kith.conf']);
    const given = environmentOf(server ?? { profiles: [] });
    const userOf = Object.entries({
      migrate: 'operator',
      ...Object.fromEntries(apps.map((app) => [app, app])),
    });
    for (const [name, user] of userOf) {
      const { username, password } = new URL(
        environmentOf(compose.services[name] ?? { profiles: [] })['NATS_URL'] ?? '',
      );
      const variable = `NATS_${user.toUpperCase()}_PASSWORD`;
      expect([name, username, password]).toEqual([name, user, given[variable]]);
      expect(users).toContain(`user: "${user}", password: $${variable}\n`);
    }
    expect(new Set([...users.matchAll(/\$(NATS_\w+)/gu)].map(([, name]) => name))).toEqual(
      new Set(Object.keys(given)),
    );
    expect(compose.services['migrate']?.command).toEqual(['kith', 'migrate']);
  });

  it.each(apps)('gives %s settings that it takes', (app) => {
    const service = compose.services[app];
    if (!service) throw new Error(`there is no ${app}`);
    const env = environmentOf(service);
    const parsed = parseEnv(env);
    if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
    const { config } = parsed;
    expect([config.host, config.port]).toEqual(['0.0.0.0', 3000]);
    for (const [address, port] of [
      [config.nats?.url.reveal(), '4222'],
      [config.databaseUrl?.reveal(), '5432'],
    ]) {
      const url = new URL(address ?? '');
      expect([Object.keys(compose.services).includes(url.hostname), url.port]).toEqual([true, port]);
    }
  });

  it('takes from the environment its secrets and settings that there are, and says where one is missing', () => {
    const others = [...Object.keys(secrets), 'KITH_IMAGE'];
    const wanted = [...written.matchAll(/\$\{(\w+)/gu)].map(([, name = '']) => name);
    const unknown = wanted.filter(
      (name) =>
        !others.includes(name) &&
        !Object.hasOwn(environmentOf(compose.services['gateway'] ?? { profiles: [] }), name),
    );
    expect(unknown).toEqual([]);
    expect(written.match(/\$\{(?:POSTGRES|NATS_[A-Z]+)_PASSWORD(?!:\?)/gu)).toBeNull();
    expect(written).not.toMatch(/PASSWORD: \w/u);
  });

  it('asks every service how it is, and keeps what the engines store', () => {
    for (const [name, { healthcheck, volumes = [], ports = [] }] of services) {
      // What ends by itself is asked nothing.
      if (name === 'migrate') expect(healthcheck?.disable).toBe(true);
      else expect([name, healthcheck?.test?.[0]]).toEqual([name, expect.stringMatching(/^CMD/u)]);
      if (engines.includes(name)) expect(volumes.map((one) => one.split(':')[0])).toContain(name);
      // Nothing is open to other machines unless somebody decides so.
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/u);
    }
    expect(Object.keys(compose.volumes)).toEqual(engines);
  });

  it('asks the apps by a route that they have', () => {
    const asked = [written, dockerfile].flatMap((text) => [
      ...text.matchAll(/fetch\(['`]http:\/\/127\.0\.0\.1:[^/]+(\/\w+)/gu),
    ]);
    expect(new Set(asked.map(([, route]) => route))).toEqual(new Set(['/readyz']));
    const { paths } = JSON.parse(textOf('docs/openapi.json')) as { readonly paths: object };
    expect(Object.keys(paths)).toContain('/readyz');
    expect(textOf('libs/wiring/src/health.controller.ts')).toContain(`@Get('readyz')`);
  });
});

describe('Dockerfile', () => {
  it('builds apart from what runs, and runs as nobody special', () => {
    expect([...dockerfile.matchAll(/^FROM (\S+)/gmu)].map(([, image]) => image)).toEqual([
      'node:22-bookworm-slim',
      'node:22-bookworm-slim',
    ]);
    expect(/^USER (.+)$/gmu.exec(dockerfile)?.[1]).toBe('node');
    expect(dockerfile).toContain('npm prune --omit=dev');
  });

  it('is let in on all that the build reads, and on no more', () => {
    const let_in = textOf('.dockerignore').match(/(?<=^!).+$/gmu) ?? [];
    for (const path of let_in) expect([path, existsSync(join(home, path))]).toEqual([path, true]);
    for (const root of ['apps', 'libs', 'scripts', '.swcrc', 'package.json']) expect(let_in).toContain(root);
    expect(let_in).not.toContain('.git');
  });

  it('has what its command names', () => {
    expect(dockerfile).toContain('ln -s /kith/dist/apps/cli/src/main.js /usr/local/bin/kith');
    expect(textOf('apps/cli/src/main.ts')).toMatch(/^#!\/usr\/bin\/env node\n/u);
  });
});

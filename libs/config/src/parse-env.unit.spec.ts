import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { defaultKnobs } from '#domain';
import { parseEnv, type Environment, type KithConfig } from './index.js';
import { settings } from './settings.js';

const configOf = (env: Environment, file?: string): KithConfig => {
  const parsed = parseEnv(env, file);
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  return parsed.config;
};
const faultsOf = (env: Environment, file?: string): readonly string[] => {
  const parsed = parseEnv(env, file);
  return parsed.ok ? [] : parsed.faults;
};

describe('configuration', () => {
  it('is complete without a single variable', () => {
    expect(configOf({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dataDir: '.kith',
      databaseUrl: null,
      databasePool: null,
      nats: null,
      qdrant: null,
      operatorKey: null,
      embedder: { kind: 'bundled' },
      extractor: { kind: 'rules' },
      extraction: { enabled: true, confidenceThreshold: 0.7 },
      verification: null,
      knobs: defaultKnobs,
      memory: { autoGc: false, maxEntries: null },
      maintenance: { isScheduled: true },
      logLevel: 'info',
      reranker: null,
      traces: null,
    });
  });

  it('traces where a collector is named, all unless a share is', () => {
    const url = 'http://collector:4318/v1/traces';
    expect(configOf({ KITH_TRACES__URL: url }).traces).toEqual({ url, share: 1 });
    expect(configOf({ KITH_TRACES__URL: url, KITH_TRACES__SHARE: '.1' }).traces).toEqual({ url, share: 0.1 });
    expect(parseEnv({ KITH_TRACES__SHARE: '.1' })).toMatchObject({ ok: false });
  });

  it('reads every kind of variable', () => {
    const config = configOf({
      KITH_PORT: '8080',
      KITH_DATA_DIR: 'memory://',
      DATABASE_URL: 'postgres://kith:pw@db:5432/kith',
      KITH_OPERATOR_KEY: 'op-key-1',
      KITH_EXTRACTION__ENABLED: 'off',
      KITH_EXTRACTION__CONFIDENCE_THRESHOLD: '.9',
      KITH_PRIVACY__PERSONAL_IN_GROUP: 'subject_present',
      KITH_PRIVACY__LEGACY_FAIL_OPEN: 'no',
      KITH_GATE__MESSAGE: 'Ask an admin.',
      KITH_LOG_LEVEL: 'debug',
    });
    expect(config).toMatchObject({
      port: 8080,
      dataDir: 'memory://',
      extraction: { enabled: false, confidenceThreshold: 0.9 },
      logLevel: 'debug',
      knobs: {
        'privacy.personal_in_group': 'subject_present',
        'privacy.legacy_fail_open': false,
        'gate.message': 'Ask an admin.',
      },
    });
    expect(config.databaseUrl?.reveal()).toBe('postgres://kith:pw@db:5432/kith');
    expect(config.operatorKey?.reveal()).toBe('op-key-1');
  });

  it('has a variable for every knob', () => {
    const variables = settings.map(({ variable }) => variable);
    for (const knob of Object.keys(defaultKnobs))
      expect(variables).toContain(`KITH_${knob.replace('.', '__').toUpperCase()}`);
  });

  it('listens to this machine alone until there is an operator key', () => {
    expect(configOf({}).host).toBe('127.0.0.1');
    expect(configOf({ KITH_OPERATOR_KEY: 'k' }).host).toBe('0.0.0.0');
    expect(configOf({ KITH_OPERATOR_KEY: 'k', KITH_HOST: '10.0.0.7' }).host).toBe('10.0.0.7');
    expect(configOf({ KITH_HOST: 'localhost' }).host).toBe('localhost');
    expect(faultsOf({ KITH_HOST: '0.0.0.0' })).toEqual([
      'KITH_HOST: only this machine may connect until KITH_OPERATOR_KEY is set',
    ]);
  });

  it('takes an empty variable for an absent one', () => {
    expect(configOf({ KITH_PORT: '', DATABASE_URL: '', NATS_URL: '' })).toEqual(configOf({}));
  });

  it('lists all faults together, each with its variable', () => {
    const faults = faultsOf({
      KITH_PORT: '99999',
      KITH_EMBEDDER: 'magic',
      KITH_PRIVACY__SENSITIVE_IN_GROUP: 'sometimes',
      KITH_EXTRACTION__CONFIDENCE_THRESHOLD: '2',
      KITH_EXTRACTION__ENABLED: 'perhaps',
    });
    expect(faults).toEqual([
      'KITH_PORT: must be a whole number from 0 to 65535, not "99999"',
      'KITH_EMBEDDER: must be one of bundled, onnx, openai, none, not "magic"',
      'KITH_EXTRACTION__ENABLED: must be true or false, not "perhaps"',
      'KITH_EXTRACTION__CONFIDENCE_THRESHOLD: must be a number from 0 to 1, not "2"',
      'KITH_PRIVACY__SENSITIVE_IN_GROUP: must be one of never, subject_present, not "sometimes"',
    ]);
  });

  it('takes a broker, with who we are to it and how it is secured', () => {
    const { nats } = configOf({
      NATS_URL: 'tls://one:4222, tls://two:4222',
      KITH_NATS_NKEY: 'SUAMLK2ZNL35WSMW37E7UD4VZ7ELPKW7DHC3BWBSD2GCZ7IUQQXZIORRBU',
      KITH_NATS_CA: '/etc/kith/ca.pem',
    });
    expect(nats).toMatchObject({ prefix: 'kith', credentialsFile: null, caFile: '/etc/kith/ca.pem' });
    expect(nats?.url.reveal()).toBe('tls://one:4222, tls://two:4222');
    expect(JSON.stringify(nats)).not.toContain('SUAMLK2ZNL35');
  });

  it('takes a Qdrant server for the memory index', () => {
    const qdrant = { KITH_INDEX: 'qdrant', QDRANT_URL: 'https://index:6333', KITH_QDRANT_KEY: 'a-key' };
    expect(configOf(qdrant).qdrant).toMatchObject({ prefix: 'kith', quantization: 'none' });
    expect(configOf(qdrant).qdrant?.url.reveal()).toBe('https://index:6333');
    expect(JSON.stringify(configOf(qdrant))).not.toContain('a-key');
    expect(faultsOf({ ...qdrant, QDRANT_URL: 'index:6333' })[0]).toBe(
      'QDRANT_URL: must be an address that begins with http:// or https://',
    );
    expect(configOf({ KITH_INDEX: 'postgres' }).qdrant).toBeNull();
  });

  it('refuses half of a certificate, and two ways to say who we are', () => {
    const faulty = {
      NATS_URL: 'nats://one',
      KITH_NATS_KEY: 'key.pem',
      KITH_NATS_NKEY: 'SU',
      KITH_NATS_CREDENTIALS: 'c',
    };
    expect(faultsOf(faulty)).toEqual([
      'KITH_NATS_CREDENTIALS: is given beside KITH_NATS_NKEY; one of them says who we are',
      'KITH_NATS_CERTIFICATE: needs KITH_NATS_KEY, and that needs it',
    ]);
  });

  it.each([
    [
      'NATS_URL',
      'nats://one:4222,http://two:4222',
      'NATS_URL: must be an address that begins with nats:// or tls://',
    ],
    ['KITH_NATS_PREFIX', 'kith', 'KITH_NATS_PREFIX: has a meaning only with NATS_URL'],
    ['QDRANT_URL', 'http://localhost:6333', 'QDRANT_URL: has a meaning only with KITH_INDEX=qdrant'],
    ['KITH_QDRANT_KEY', 'k', 'KITH_QDRANT_KEY: has a meaning only with KITH_INDEX=qdrant'],
    ['KITH_INDEX', 'qdrant', 'QDRANT_URL: is required for KITH_INDEX=qdrant'],
    ['KITH_INDEX', 'lucene', 'KITH_INDEX: must be one of postgres, qdrant, not "lucene"'],
    ['KITH_EXTRACTOR', 'llm', 'KITH_EXTRACTOR: must be one of rules, model, not "llm"'],
    [
      'KITH_EMBEDDER',
      'transformers',
      'KITH_EMBEDDER: transformers is not supported yet; use bundled or onnx or openai or none, not "transformers"',
    ],
  ])('says that %s=%s is not supported yet', (variable, value, fault) => {
    expect(faultsOf({ [variable]: value })).toEqual([fault]);
  });

  it('takes from when on accounts are linked and people asked, and refuses to ask later than to link', () => {
    const taken = parseEnv({ KITH_IDENTITY__AUTO_LINK_THRESHOLD: '.8' });
    expect(taken.ok && taken.config.knobs['identity.auto_link_threshold']).toBe(0.8);
    expect(faultsOf({ KITH_IDENTITY__AUTO_LINK_THRESHOLD: '.5' })).toEqual([
      'KITH_IDENTITY__REQUIRE_REVIEW_THRESHOLD: must not be above KITH_IDENTITY__AUTO_LINK_THRESHOLD',
    ]);
    expect(faultsOf({ KITH_IDENTITY__REQUIRE_REVIEW_THRESHOLD: '2' })).toEqual([
      'KITH_IDENTITY__REQUIRE_REVIEW_THRESHOLD: must be a number from 0 to 1, not "2"',
    ]);
  });

  it('puts away what is above a most, unless somebody says otherwise', () => {
    const memoryOf = (env: Readonly<Record<string, string>>) => {
      const parsed = parseEnv(env);
      return parsed.ok ? parsed.config.memory : parsed.faults;
    };
    expect(memoryOf({})).toEqual({ maxEntries: null, autoGc: false });
    expect(memoryOf({ KITH_MEMORY__AUTO_GC: 'true' })).toEqual({ maxEntries: null, autoGc: true });
    expect(memoryOf({ KITH_MEMORY__MAX_ENTRIES: '50' })).toEqual({ maxEntries: 50, autoGc: true });
    expect(memoryOf({ KITH_MEMORY__MAX_ENTRIES: '50', KITH_MEMORY__AUTO_GC: 'false' })).toEqual({
      maxEntries: 50,
      autoGc: false,
    });
    expect(memoryOf({ KITH_MEMORY__MAX_ENTRIES: '0' })).toHaveLength(1);
  });

  it('refuses a variable it does not know and guesses what was meant', () => {
    expect(faultsOf({ KITH_PRIVACY__PERSONAL_IN_GROUPS: 'x', KITH_BANANA: 'y', HOME: '/root' })).toEqual([
      'KITH_BANANA: is not a known variable',
      'KITH_PRIVACY__PERSONAL_IN_GROUPS: is not a known variable; did you mean KITH_PRIVACY__PERSONAL_IN_GROUP?',
    ]);
  });

  it('never shows a secret, right or wrong', () => {
    const env = {
      KITH_OPERATOR_KEY: 'has a space hunter2',
      DATABASE_URL: 'mysql://root:hunter2@db/kith',
      KITH_EMBEDDER_KEY: 'hunter2 hunter2',
      KITH_HUNTER: 'hunter2',
    };
    const faults = faultsOf(env);
    expect(faults.length).toBeGreaterThanOrEqual(4);
    expect(faults.join('\n')).not.toContain('hunter2');
    const config = configOf({ KITH_OPERATOR_KEY: 'hunter2', DATABASE_URL: 'postgres://u:hunter2@db/kith' });
    expect(
      `${JSON.stringify(config)}${inspect(config, { depth: 9 })}${String(config.operatorKey)}`,
    ).not.toContain('hunter2');
  });
});

describe('the extractor', () => {
  it('is of rules alone unless a model is chosen, which needs a name, and a key or an address', () => {
    expect(configOf({}).extractor).toEqual({ kind: 'rules' });
    expect(faultsOf({ KITH_EXTRACTOR: 'model' })).toEqual([
      'KITH_EXTRACTOR_MODEL: is required for KITH_EXTRACTOR=model',
      'KITH_EXTRACTOR_KEY: is required for KITH_EXTRACTOR=model without KITH_EXTRACTOR_URL',
    ]);
    expect(faultsOf({ KITH_EXTRACTOR_MODEL: 'tiny', KITH_EXTRACTOR_PAUSE_SECONDS: '9' })).toEqual([
      'KITH_EXTRACTOR_MODEL: has a meaning only with KITH_EXTRACTOR=model',
      'KITH_EXTRACTOR_PAUSE_SECONDS: has a meaning only with KITH_EXTRACTOR=model',
    ]);
    const env = {
      KITH_EXTRACTOR: 'model',
      KITH_EXTRACTOR_MODEL: 'tiny',
      KITH_EXTRACTOR_URL: 'http://localhost/v1',
    };
    expect(configOf(env).extractor).toEqual({
      kind: 'model',
      provider: 'openai',
      url: 'http://localhost/v1',
      model: 'tiny',
      key: null,
      dailyMessages: 10_000,
      pauseMs: 60_000,
    });
  });
});

describe('the embedder', () => {
  it('can be switched off', () => {
    expect(configOf({ KITH_EMBEDDER: 'none' }).embedder).toEqual({ kind: 'none' });
  });
  it('of OpenAI needs a key only', () => {
    expect(configOf({ KITH_EMBEDDER: 'openai', KITH_EMBEDDER_KEY: 'sk-x' }).embedder).toMatchObject({
      kind: 'openai',
      url: 'https://api.openai.com/v1',
      model: 'text-embedding-3-small',
    });
    expect(faultsOf({ KITH_EMBEDDER: 'openai' })).toHaveLength(1);
  });
  it('at another address needs a model and no key', () => {
    const env = { KITH_EMBEDDER: 'openai', KITH_EMBEDDER_URL: 'http://localhost:11434/v1' };
    expect(configOf({ ...env, KITH_EMBEDDER_MODEL: 'nomic' }).embedder).toMatchObject({
      model: 'nomic',
      key: null,
    });
    expect(faultsOf(env)).toEqual(['KITH_EMBEDDER_MODEL: is required with KITH_EMBEDDER_URL']);
  });
  it('elsewhere gives vectors of 512 dimensions, or of as many as are asked for', () => {
    const env = { KITH_EMBEDDER: 'openai', KITH_EMBEDDER_KEY: 'sk-x' };
    expect(configOf(env).embedder).toMatchObject({ dimensions: 512 });
    expect(configOf({ ...env, KITH_EMBEDDER_DIMENSIONS: '768' }).embedder).toMatchObject({ dimensions: 768 });
    expect(faultsOf({ KITH_EMBEDDER_DIMENSIONS: '768' })).toEqual([
      'KITH_EMBEDDER_DIMENSIONS: has a meaning only with KITH_EMBEDDER=openai',
    ]);
  });
  it('that is bundled takes no address', () => {
    expect(faultsOf({ KITH_EMBEDDER_URL: 'http://x/v1' })).toEqual([
      'KITH_EMBEDDER_URL: has a meaning only with KITH_EMBEDDER=openai',
    ]);
  });
});

describe('the reranker', () => {
  it('is nobody, or one at an address with a model', () => {
    expect(configOf({}).reranker).toBeNull();
    const env = { KITH_RERANKER_URL: 'http://localhost:8012/v1' };
    expect(configOf({ ...env, KITH_RERANKER_MODEL: 'tiny' }).reranker).toEqual({
      url: 'http://localhost:8012/v1',
      model: 'tiny',
      key: null,
    });
    expect(faultsOf(env)).toEqual(['KITH_RERANKER_MODEL: is required with KITH_RERANKER_URL']);
    expect(faultsOf({ KITH_RERANKER_KEY: 'k' })).toEqual([
      'KITH_RERANKER_KEY: has a meaning only with KITH_RERANKER_URL',
    ]);
  });
});

describe('the configuration file', () => {
  it('holds the same keys, nested or dotted', () => {
    const config = configOf(
      {},
      'port: 4000\nprivacy:\n  personal_in_group: subject_present\nidentity.mode: single_user\ngate: {require_verified: true}\n',
    );
    expect(config).toMatchObject({
      port: 4000,
      knobs: {
        'privacy.personal_in_group': 'subject_present',
        'identity.mode': 'single_user',
        'gate.require_verified': true,
      },
    });
  });
  it('gives way to the environment', () => {
    expect(configOf({ KITH_PORT: '5000' }, 'port: 4000').port).toBe(5000);
  });
  it('may be empty', () => {
    expect(configOf({}, '# nothing\n')).toEqual(configOf({}));
  });
  it('has its faults listed with those of the environment', () => {
    expect(
      faultsOf({ KITH_PORT: 'x' }, 'privcy:\n  a: 1\nlog_level: loud\nextraction.enabled: [1]\nhost: ""\n'),
    ).toEqual([
      'kith.config.yaml: extraction.enabled must be a single value',
      'kith.config.yaml: privcy.a is not a known key',
      'KITH_PORT: must be a whole number from 0 to 65535, not "x"',
      'kith.config.yaml: log_level (KITH_LOG_LEVEL) must be one of trace, debug, info, warn, error, fatal, silent, not "loud"',
    ]);
  });
  it('may not set a key twice', () => {
    expect(faultsOf({}, 'port: 1\nport: 2\n')).toEqual(['kith.config.yaml: port is set twice']);
    expect(faultsOf({}, 'gate: {message: a}\ngate.message: b\n')).toEqual([
      'kith.config.yaml: gate.message is set twice',
    ]);
  });
  it('that is no YAML is named by its line, without its text', () => {
    const faults = faultsOf({}, 'port: 3000\noperator_key: "hunter2\n');
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.join()).toMatch(/kith\.config\.yaml: line \d+ is not YAML/u);
    expect(faults.join()).not.toContain('hunter2');
  });
  it('that is a list is refused', () => {
    expect(faultsOf({}, '- a\n')).toEqual(['kith.config.yaml: must hold keys and values']);
  });
});

import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const noClockNoChance = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Pure code has no clock: pass the time in.',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Pure code has no clock: pass the time in.',
  },
  {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    message: 'Pure code has no randomness.',
  },
  { selector: "CallExpression[callee.name='randomUUID']", message: 'Pure code makes no ids: pass them in.' },
];
const everywhere = [
  { selector: 'TSEnumDeclaration', message: 'Use a const tuple and a union instead of an enum.' },
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
];

export default tseslint.config(
  {
    ignores: [
      'dist',
      'node_modules',
      'scripts',
      '*.config.mjs',
      '.dependency-cruiser.cjs',
      'test/import-rules/fixtures',
      '**/*.mjs',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, emitDecoratorMetadata: true, experimentalDecorators: true },
    },
    rules: {
      'no-restricted-syntax': ['error', ...everywhere],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only libs/config reads the environment.' },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowEmpty: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // Nest declares some of its option types as classes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['libs/{domain,policy,identity,retrieval}/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...noClockNoChance] },
  },
  { files: ['libs/config/src/**/*.ts', '**/main.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['**/*.spec.ts', 'test/**/*.ts', 'libs/testing/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
);

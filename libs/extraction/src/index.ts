export { findCredential, redactCredentials } from './credentials.js';
export * from './extractor.js';
export { RulesExtractor } from './rules-extractor.js';

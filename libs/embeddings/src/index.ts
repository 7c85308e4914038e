export * from './embedder.js';
export { addModel, type ModelToAdd } from './add-model.js';
export { BundledEmbedder } from './bundled-embedder.js';
export { CachedEmbedder } from './cached-embedder.js';
export { EmbeddingStore, embeddingMigrations } from './embedding-store.js';
export { modelFolderWith, type ModelFolder } from './model-folder.js';
export { OnnxEmbedder, openOnnxEmbedder } from './onnx-embedder.js';
export { OpenAiEmbedder } from './openai-embedder.js';

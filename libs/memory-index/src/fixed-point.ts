/**
 * A unit vector in whole numbers. At this scale a product of two vectors fits 32 bits (by Cauchy and Schwarz), and
 * their cosine differs from that of the floats by about 0.00001.
 */
const scale = 32_767;

export const toFixedPoint = (vector: Float32Array): Int16Array => {
  const whole = new Int16Array(vector.length);
  for (let index = 0; index < vector.length; index += 1)
    whole[index] = Math.round(Math.max(-1, Math.min(1, vector[index] ?? 0)) * scale);
  return whole;
};

/** As pgvector reads it. */
export const fixedPointText = (vector: Int16Array): string => `[${vector.join(',')}]`;

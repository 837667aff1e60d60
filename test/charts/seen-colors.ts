type Triple = [number, number, number];

/**
 * Matrices in linear RGB for complete color deficiencies: Machado, Oliveira and Fernandes 2009, “A Physiologically-based
 * Model for Simulation of Color Vision Deficiency”, severity 1.0.
 */
const EYES: Record<string, Triple[]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
/** Oklab: https://bottosson.github.io/posts/oklab/ */
const TO_CONES: Triple[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_LAB: Triple[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

/** Returns a color, such as `#1f6f78`, in Oklab as the usual eye and eyes with color deficiencies see it. */
export function toSeenColors(hex: string): Record<string, Triple> {
  const linear = [1, 3, 5].map((at) => toLinear(parseInt(hex.slice(at, at + 2), 16) / 255));
  return Object.fromEntries(
    Object.entries(EYES).map(([eye, matrix]) => {
      const seen = multiply(matrix, linear).map((part) => Math.min(1, Math.max(0, part)));
      return [eye, multiply(TO_LAB, multiply(TO_CONES, seen).map(Math.cbrt))];
    }),
  );
}

function multiply(matrix: Triple[], vector: number[]): Triple {
  return matrix.map((row) =>
    row.reduce((sum, factor, index) => sum + factor * vector[index]!, 0),
  ) as Triple;
}

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

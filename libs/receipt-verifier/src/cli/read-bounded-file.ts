import { closeSync, openSync, readSync } from 'node:fs'

/** Most bytes of a file that is read: more than the largest bundle has. */
export const maxFileBytes = 256 * 1024 * 1024

const chunkBytes = 1024 * 1024

/** The bytes of a file, also of a pipe or a device, which may have no end. Throws for one with more than `maxBytes`. */
export function readBoundedFile(file: string | number, maxBytes: number = maxFileBytes): Uint8Array {
  const descriptor = typeof file === 'number' ? file : openSync(file, 'r')
  try {
    const parts: Uint8Array[] = []
    let size = 0
    for (;;) {
      const part = Buffer.allocUnsafe(chunkBytes)
      const count = readSync(descriptor, part, 0, chunkBytes, null)
      if (count === 0) return Buffer.concat(parts)
      size += count
      if (size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`)
      parts.push(part.subarray(0, count))
    }
  } finally {
    if (descriptor !== file) closeSync(descriptor)
  }
}

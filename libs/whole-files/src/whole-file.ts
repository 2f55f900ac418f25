import { randomUUID } from 'node:crypto'
import { link, open, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'

/** Mode of a file that only its owner may read. */
const ownerOnly = 0o600

/** The last writer of each file that is being replaced by this process. */
const lastWriters = new Map<string, Promise<void>>()

/** Replaces a file's content. Of several calls for one path the last one stays. */
export function replaceFile(path: string, content: string | Uint8Array, mode = ownerOnly): Promise<void> {
  return replaceFileBy(path, (draft) => writeDraft(draft, content, mode))
}

/**
 * Puts what `makeDraft` writes in place of a file: a reader sees the old file or the new one. Every draft has a name of
 * its own, so writers in two processes do not meet; those in one process take turns in the order of their calls.
 */
export async function replaceFileBy(
  path: string,
  makeDraft: (draft: string) => Promise<void>,
): Promise<void> {
  const file = resolve(path)
  const before = lastWriters.get(file) ?? Promise.resolve()
  const writing = before.then(() => withDraft(file, makeDraft, (draft) => rename(draft, file)))
  // One writer's failure is its caller's to handle; the next writer starts all the same.
  const ended = writing.catch(() => {})
  lastWriters.set(file, ended)
  try {
    await writing
  } finally {
    if (lastWriters.get(file) === ended) lastWriters.delete(file)
  }
}

/** Makes a file whole or not at all; false when there is one already, which is left as it is. */
export async function createFile(
  path: string,
  content: string | Uint8Array,
  mode = ownerOnly,
): Promise<boolean> {
  try {
    await withDraft(
      path,
      (draft) => writeDraft(draft, content, mode),
      (draft) => link(draft, path),
    )
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function withDraft(
  path: string,
  make: (draft: string) => Promise<void>,
  publish: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${randomUUID()}.new`
  try {
    await make(draft)
    await publish(draft)
  } finally {
    await rm(draft, { force: true })
  }
}

/** On the disk before it gets its name: a power cut leaves the old content or the new, not an empty file. */
async function writeDraft(draft: string, content: string | Uint8Array, mode: number): Promise<void> {
  await using file = await open(draft, 'wx', mode)
  await file.writeFile(content)
  await file.sync()
}

import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { createFile, replaceFile } from '@outturn/whole-files'
import { UnusableInput } from '../output.ts'

/** A file for an answer. It is checked before anything is asked of the service, so that no answer is without a place. */
export function assertSavable(file: string, { force = false }: { force?: boolean | undefined } = {}): void {
  if (file === '-') {
    throw new UnusableInput(
      '- names no file here. Name one, or leave the option out: --json prints the answer.',
    )
  }
  const folder = dirname(file)
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new UnusableInput(
      `There is no folder ${folder} to write ${file} into. Make it, or name another file.`,
    )
  }
  if (!existsSync(file)) return
  if (!statSync(file).isFile()) throw new UnusableInput(`${file} is not a file. Name another.`)
  if (!force)
    throw new UnusableInput(`There is a file ${file} already. Name another, or replace it with --force.`)
}

/** Writes a file as a whole or not at all. */
export async function saveFile(
  file: string,
  content: string | Uint8Array,
  { force = false }: { force?: boolean | undefined } = {},
): Promise<void> {
  let isWritten = true
  try {
    if (force) await replaceFile(file, content, 0o644)
    else isWritten = await createFile(file, content, 0o644)
  } catch (error) {
    throw new UnusableInput(`Cannot write ${file}: ${(error as Error).message}`)
  }
  if (!isWritten)
    throw new UnusableInput(`A file ${file} has appeared. Name another, or replace it with --force.`)
}

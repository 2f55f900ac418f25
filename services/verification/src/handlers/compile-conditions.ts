import type { compileConditions } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { compileTexts } from '../domain/compile-conditions.ts'

export function handleCompileConditions(): Handler<typeof compileConditions> {
  return async (texts) => ({ compiled: compileTexts(texts) })
}

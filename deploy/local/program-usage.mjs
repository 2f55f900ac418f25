// What a program of the project says of itself, read from its files alone: nothing is installed and nothing runs.
import { existsSync, readFileSync } from 'node:fs'

/** The usage of the program in `file`: a text beside it, the text named `usage` in it, or the comment that it begins with. */
export function usageOf(file) {
  const beside = file.replace(/\.ts$/, '.usage.txt')
  if (existsSync(beside)) return readFileSync(beside, 'utf8')
  const source = readFileSync(file, 'utf8')
  const [, literal] = /\bconst usage = `([^`$]*)`/.exec(source) ?? []
  if (literal !== undefined) return `${literal.trimEnd()}\n`
  const [comment = ''] = /^(?:\/\/ .*\n)+/.exec(source) ?? []
  const [, command, words] = /^\/\/ `([^`]+)`: ([\s\S]*)$/.exec(comment) ?? []
  if (command === undefined) return `Usage: node deploy/local/run.mjs ${file}\n`
  const sentence = words.replaceAll(/\n\/\/ /g, ' ').trim()
  return `Usage: ${command}\n\n${sentence[0].toUpperCase()}${sentence.slice(1)}\n`
}

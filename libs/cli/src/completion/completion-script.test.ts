import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { runOutturn } from '../program.ts'

async function script(shell: string): Promise<string> {
  const lines: string[] = []
  await runOutturn(['completion', shell], { print: (line) => void lines.push(line), complain: () => {} })
  return lines.join('\n')
}

/** What bash offers after these words, the last of which is not finished. */
async function offered(...words: string[]): Promise<string[]> {
  const list = words.map((word) => `'${word}'`).join(' ')
  const program = `${await script('bash')}
COMP_WORDS=(outturn ${list}); COMP_CWORD=${words.length}; _outturn; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { status, stdout, stderr } = spawnSync('bash', ['-c', program], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return stdout.trim().split('\n')
}

test('bash completes commands, their commands and their options', async () => {
  expect(await offered('del')).toEqual(['deliver'])
  expect(await offered('spool', 'w')).toEqual(['watch'])
  expect(await offered('spool', 'watch', 'spl_1', '--unt')).toEqual(['--until'])
  expect(await offered('deliver', 'verify', '--sa')).toEqual(['--save', '--sandbox'])
})

test.each(['zsh', 'fish'])('%s has every command', async (shell) => {
  const text = await script(shell)
  for (const word of ['deliver', 'spool', 'watch', 'receipt', 'bundle', 'doctor', 'config'])
    expect(text).toContain(word)
})

test('a shell that is not known is refused', async () => {
  const said: string[] = []
  const output = { print: () => {}, complain: (line: string) => void said.push(line) }
  expect(await runOutturn(['completion', 'csh'], output)).toBe(2)
  expect(said.join()).toContain('bash, zsh, fish')
})

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { environments, signingPurposes } from '@outturn/vocabulary'
import { createKeyFiles } from '@outturn/signing/create-key-files'

const usage = `usage: deploy/keys/src/main.ts --dir DIRECTORY [--environment ${environments.join('|')}]… [--purpose ${signingPurposes.join('|')}]…
  [--label LABEL] [--passphrase-file FILE]
`
const values = readArguments()

const directory = values.dir
const wantedEnvironments = known(environments, values.environment)
const wantedPurposes = known(signingPurposes, values.purpose)
const { label, 'passphrase-file': passphraseFile } = values
if (directory === undefined || wantedEnvironments === null || wantedPurposes === null || !isLabel(label)) {
  giveUp()
}
const passphrase = passphraseFile === undefined ? undefined : readFileSync(passphraseFile, 'utf8').trim()
for (const environment of wantedEnvironments) {
  const created = await createKeyFiles(directory, environment, new Date(), {
    purposes: wantedPurposes,
    ...(label !== undefined && { label }),
    ...(passphrase !== undefined && { passphrase }),
  })
  for (const path of created) process.stdout.write(`created ${path}\n`)
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        dir: { type: 'string' },
        environment: { type: 'string', multiple: true },
        purpose: { type: 'string', multiple: true },
        label: { type: 'string' },
        'passphrase-file': { type: 'string' },
      },
    }).values
  } catch {
    return giveUp()
  }
}

function giveUp(): never {
  process.stderr.write(usage)
  process.exit(2)
}

/** The chosen words, or all of them; null when one is unknown. */
function known<T extends string>(choices: readonly T[], words: readonly string[] = choices): T[] | null {
  const chosen = choices.filter((choice) => words.includes(choice))
  return chosen.length === new Set(words).size ? chosen : null
}

function isLabel(word: string | undefined): boolean {
  return word === undefined || /^[A-Za-z0-9_-]{1,40}$/.test(word)
}

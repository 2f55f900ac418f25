import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { environments } from '@outturn/vocabulary'
import { loadKeyFiles } from '@outturn/signing/key-files'
import { serveRemoteSigner } from '@outturn/signing/remote-signer'

const usage = `usage: deploy/remote-signer/src/main.ts --dir DIRECTORY --environment ${environments.join('|')} --token-file FILE
  [--passphrase-file FILE] [--host 127.0.0.1] [--port 9700]
`
const values = readArguments()

const environment = environments.find((each) => each === values.environment)
const { dir: directory, 'token-file': tokenFile, 'passphrase-file': passphraseFile } = values
if (directory === undefined || environment === undefined || tokenFile === undefined) {
  giveUp()
}
const secretIn = (file: string) => readFileSync(file, 'utf8').trim()
const passphrase = passphraseFile === undefined ? undefined : secretIn(passphraseFile)
const keys = await loadKeyFiles({ environment, directory, passphrase, remote: null })
const server = await serveRemoteSigner(keys, {
  environment,
  token: secretIn(tokenFile),
  host: values.host,
  port: Number(values.port),
})
process.stdout.write(`signing with ${keys.length} keys of ${environment} at ${server.url}\n`)
process.once('SIGTERM', () => void server.stop())
process.once('SIGINT', () => void server.stop())

function readArguments() {
  try {
    return parseArgs({
      options: {
        dir: { type: 'string' },
        environment: { type: 'string' },
        'token-file': { type: 'string' },
        'passphrase-file': { type: 'string' },
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '9700' },
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

import { UnusableInput } from '../output.ts'

/** Packages that payments are made with, which are installed beside the command; a test holds the versions to package.json. */
export const paymentPackages = {
  wallet: { '@x402/core': '2.27.0', '@x402/evm': '2.27.0', '@x402/fetch': '2.27.0', viem: '2.57.1' },
  card: { mppx: '0.11.0' },
} as const satisfies Record<string, Record<string, string>>
type Payer = keyof typeof paymentPackages

/** Loads what pays. Throws UnusableInput with the line that installs it where it is missing. */
export async function loadPayer<M>(payer: Payer, load: () => Promise<M>): Promise<M> {
  try {
    return await load()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error
    const missing = Object.keys(paymentPackages[payer]).find((name) => message.includes(`'${name}`))
    throw new UnusableInput(
      `Paying from a ${payer} needs packages that are not installed${missing === undefined ? '' : `, such as ${missing}`}.\nInstall them beside outturn (with --global where outturn was installed so):\n  npm install ${installWords(payer)}`,
    )
  }
}

function installWords(payer: Payer): string {
  return Object.entries(paymentPackages[payer])
    .map(([name, version]) => `${name}@${version}`)
    .join(' ')
}

import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { loadPayer, paymentPackages } from './payment-packages.ts'

test('the line that installs what pays names the versions that were tested', () => {
  const named = { ...paymentPackages.wallet, ...paymentPackages.card }
  expect(manifest.dependencies).toMatchObject(named)
})

test('a package that is missing is named with the line that installs it; another failure stays what it is', async () => {
  const missing = Object.assign(new Error("Cannot find package 'viem' imported from outturn.mjs"), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
  await expect(loadPayer('wallet', () => Promise.reject(missing))).rejects.toThrow(
    /such as viem\.\n.*\n {2}npm install @x402\/core@2\.27\.0 .* viem@2\.57\.1$/,
  )
  const defect = new Error('defect')
  await expect(loadPayer('card', () => Promise.reject(defect))).rejects.toBe(defect)
})

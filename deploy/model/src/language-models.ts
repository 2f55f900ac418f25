import { variableName } from '@outturn/service/define-config'
import { environments } from '@outturn/vocabulary'
import type { Configurations } from './configurations.ts'
import type { Secret } from './secrets.ts'
import type { Setting } from './settings.ts'

type VerificationSetting = keyof Configurations['verification']['shape']

const judge: readonly VerificationSetting[] = ['OUTTURN_JUDGE_URL', 'OUTTURN_JUDGE_MODEL']
const judgeKey: VerificationSetting = 'OUTTURN_JUDGE_API_KEY'
const policyModel: readonly VerificationSetting[] = ['OUTTURN_POLICY_MODEL_URL', 'OUTTURN_POLICY_MODEL_NAME']
const policyModelKey: VerificationSetting = 'OUTTURN_POLICY_MODEL_KEY'

/** Variables of verification that name the language models it may ask; an operator who uses none leaves them unset. */
export const languageModelVariables: readonly string[] = [
  ...environments.flatMap((environment) => judge.map((name) => variableName(name, environment))),
  ...policyModel,
]

const given = (variable: string, name: string): Setting => ({
  variable,
  value: { from: 'secret', secret: { kind: 'given', name } },
})

/** Keys of the language models: files that are empty until an operator writes a key into them. */
export const languageModelKeys: readonly Setting[] = [
  given(judgeKey, 'judge-api-key'),
  given(variableName(judgeKey, 'demo'), 'judge-api-key_demo'),
  given(policyModelKey, 'policy-model-key'),
]

/** The secrets that are given by others. */
export const givenSecrets: readonly Secret[] = languageModelKeys.flatMap(({ value }) =>
  value.from === 'secret' ? [value.secret] : [],
)

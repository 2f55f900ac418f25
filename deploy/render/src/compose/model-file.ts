import { givenSecrets, languageModelKeys, languageModelVariables } from '@outturn/model'
import { Document } from 'yaml'
import { secretsFolder, settingVariables } from './compose-process.ts'

const header = ` Rendered from deploy/model by \`npm run render:deployment\`; change it there.

 Gives verification the language models that .env names, and the way out to them:

   docker compose -f docker-compose.yml -f deploy/docker/model.yml up --detach --wait

 OUTTURN_JUDGE_… judges claims, OUTTURN_POLICY_MODEL_… suggests sentences for plain-text agreements; each works without the other. Their keys
 are files of ${secretsFolder}, which \`npm run secrets\` makes; leave one empty for a model that asks for no key.`

/** deploy/docker/model.yml: what a deployment adds to use language models. */
export function renderModelFile(): string {
  const document = new Document(
    {
      services: {
        verification: {
          networks: ['internal', 'outside'],
          environment: {
            ...Object.fromEntries(languageModelVariables.map((name) => [name, `\${${name}:-}`])),
            ...settingVariables(languageModelKeys),
          },
          secrets: givenSecrets.map(({ name }) => name),
        },
      },
      secrets: Object.fromEntries(
        givenSecrets.map(({ name }) => [name, { file: `${secretsFolder}/${name}` }]),
      ),
    },
    { version: '1.1', aliasDuplicateObjects: false },
  )
  document.commentBefore = header
  return document.toString({ lineWidth: 140 })
}

import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
import { type Plugin, Visitor } from 'vite';
import { isSimple } from './src/language/filled.rules.js';

/*
 * The pages bring no parser of messages: the build parses each that takes more than values put in.
 * https://formatjs.github.io/docs/guides/advanced-usage
 */

const CATALOGUE = /\/dashboard\/src\/language\/\w+\.json$/;
const OWN_SCRIPT = /\/dashboard\/src\/.*\.tsx?$/;
/** Functions of language/text.ts whose first argument is a message. */
const TAKERS = 'text|rich|phrase';
const IS_TAKING = new RegExp(`^(?:${TAKERS})$`);
const TAKES_MESSAGE = new RegExp(`\\b(?:${TAKERS})\\(`);

const parsed = (message: string): string | MessageFormatElement[] =>
  isSimple(message) ? message : parse(message);

const withoutParser: Plugin = {
  name: 'without-parser',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^@formatjs\/icu-messageformat-parser$/ },
    handler(source, importer) {
      return this.resolve(`${source}/no-parser.js`, importer);
    },
  },
};

const parsedCatalogues: Plugin = {
  name: 'parsed-catalogues',
  enforce: 'pre',
  transform: {
    filter: { id: CATALOGUE },
    handler(code) {
      const words = Object.entries(JSON.parse(code) as Record<string, string>);
      return JSON.stringify(Object.fromEntries(words.map(([message, own]) => [message, parsed(own)])));
    },
  },
};

/** English stands in the sources: each file brings what its messages were parsed to. */
const parsedSources: Plugin = {
  name: 'parsed-sources',
  enforce: 'post',
  transform: {
    filter: { id: OWN_SCRIPT, code: TAKES_MESSAGE },
    handler(code) {
      const found: Record<string, string | MessageFormatElement[]> = {};
      new Visitor({
        CallExpression({ callee, arguments: [message] }) {
          if (callee.type !== 'Identifier' || !IS_TAKING.test(callee.name)) return;
          if (message?.type !== 'Literal' || typeof message.value !== 'string') return;
          if (!isSimple(message.value)) found[message.value] = parsed(message.value);
        },
      }).visit(this.parse(code));
      if (Object.keys(found).length === 0) return null;
      return {
        code: `${code}\nimport { english } from "/src/language/english.ts";\nObject.assign(english, ${JSON.stringify(found)});`,
        map: null,
      };
    },
  },
};

export const parsedMessages: Plugin[] = [withoutParser, parsedCatalogues, parsedSources];

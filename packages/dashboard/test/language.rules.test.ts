import { describe, expect, test } from '@jest/globals';
import { languageChoices, NOTICE_LANGUAGES, nameOfLanguage } from '../src/people/language.rules.js';
import { compareNames, inOrder } from '../src/words/names.js';
import { comparisonIn } from '../src/words/names.rules.js';

describe('the list of languages', () => {
  const tags = (typed: string) => languageChoices(typed).map(({ value }) => value);

  test('starts with the languages of notices', () => {
    expect(tags('').slice(0, 5)).toEqual([...NOTICE_LANGUAGES, 'ab']);
  });

  test('names each language in itself', () => {
    expect(['fi', 'sv', 'uk', 'pt-BR', 'x'].map(nameOfLanguage)).toEqual([
      'Suomi',
      'Svenska',
      'Українська',
      'Português (Brasil)',
      'x',
    ]);
  });

  test.each([
    ['suom', 'fi'],
    ['finn', 'fi'],
    ['espanol', 'es'],
    ['PT-br', 'pt-BR'],
    ['zh-hant', 'zh-Hant'],
    ['uk', 'uk'],
  ])('finds “%s”', (typed, tag) => expect(tags(typed)).toContain(tag));

  test('offers nothing for text that is not a language', () => expect(tags('no such one')).toEqual([]));
});

test('names are in natural order', () => {
  const names = ['Door 10', 'door 2', 'Door 1', 'Ärla', 'Annex'];
  expect([...names].sort(compareNames)).toEqual(['Annex', 'Ärla', 'Door 1', 'door 2', 'Door 10']);
  expect(inOrder([{ name: 'b' }, { name: 'A' }])).toEqual([{ name: 'A' }, { name: 'b' }]);
});

test.each([
  ['en', ['Annex', 'Ärla', 'Ost', 'Östra', 'Zoo']],
  ['de', ['Annex', 'Ärla', 'Ost', 'Östra', 'Zoo']],
  ['sv', ['Annex', 'Ost', 'Zoo', 'Ärla', 'Östra']],
  ['fi', ['Annex', 'Ost', 'Zoo', 'Ärla', 'Östra']],
])('names are sorted as %s sorts them', (language, sorted) => {
  expect(['Zoo', 'Östra', 'Ärla', 'Ost', 'Annex'].sort(comparisonIn(language))).toEqual(sorted);
});

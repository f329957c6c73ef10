import type { AlarmData } from '../notice.types.js';
import { oneLine } from './email-text.rules.js';
import type { Outgoing } from './provider.js';

/* The bodies of notices that are posted to a URL: pure. */

/** Of a button, an image and a header block; longer texts are refused by Slack. */
const SLACK_HEADER_MAX = 150;
const SLACK_SECTION_MAX = 3_000;

/**
 * Slack, incoming webhook: `text` is what notifications show, `blocks` the layout. Text of people stands in `plain_text`,
 * so that nothing in it links or mentions. https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks,
 * https://docs.slack.dev/reference/block-kit/blocks
 */
export function slackBody({ rendered: { parts } }: Outgoing): object {
  const plain = (text: string, max: number) => ({ type: 'plain_text', text: oneLine(text).slice(0, max) });
  return {
    text: escapeSlack(oneLine(parts.subject)),
    blocks: [
      { type: 'header', text: plain(parts.subject, SLACK_HEADER_MAX) },
      ...parts.paragraphs.map((line) => ({ type: 'section', text: plain(line, SLACK_SECTION_MAX) })),
      ...(parts.action
        ? [
            {
              type: 'actions',
              elements: [{ type: 'button', text: plain(parts.action.label, 75), url: parts.action.url }],
            },
          ]
        : []),
      ...parts.afterwards.map((line) => ({ type: 'context', elements: [plain(line, SLACK_SECTION_MAX)] })),
    ],
  };
}

/** The three characters that Slack gives a meaning. https://docs.slack.dev/messaging/formatting-message-text */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Teams, Workflows, “When a Teams webhook request is received”: a message with one adaptive card; version 1.4 is what
 * Teams shows everywhere. https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using,
 * https://adaptivecards.io/explorer
 */
export function teamsBody({ rendered: { parts } }: Outgoing): object {
  const block = (text: string, more: object = {}) => ({
    type: 'TextBlock',
    text: escapeCard(oneLine(text)),
    wrap: true,
    ...more,
  });
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            block(parts.subject, { weight: 'Bolder', size: 'Medium' }),
            ...parts.paragraphs.map((line) => block(line)),
            ...parts.afterwards.map((line) => block(line, { isSubtle: true, size: 'Small' })),
          ],
          actions: parts.action
            ? [{ type: 'Action.OpenUrl', title: parts.action.label, url: parts.action.url }]
            : [],
        },
      },
    ],
  };
}

/** A card reads a subset of Markdown: names of doors are no links and no emphasis. */
const escapeCard = (text: string): string => text.replace(/([\\`*_[\]#])/g, '\\$1');

/** A webhook of ours: what happened, without what is secret and what people read in their own language. */
export function webhookBody({ id, content }: Outgoing): object {
  const { post: _, why: _why, fault: _fault, ...data } = content.data as Partial<AlarmData>;
  return { id, type: content.kind, data };
}

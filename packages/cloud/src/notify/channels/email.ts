import net from 'node:net';
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';
import type { Context } from '../../context.js';
import type { SendResult } from '../ladder.rules.js';
import { oneLine } from './email-text.rules.js';
import { type Outgoing, type Provider, withDeadline } from './provider.js';
import { isEmailAddress, type SmtpSettings } from './provider-urls.rules.js';

/** For all of it: look-up, connection, TLS, login and the server's last word. */
export const EMAIL_DEADLINE_MS = 30_000;

export interface EmailOptions {
  /** PEM of an authority to trust besides the usual ones. */
  ca?: string;
}

/** Sends over SMTP, one connection a message, so that one that hangs holds up no other. */
export function createEmailProvider(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  smtp: SmtpSettings,
  options: EmailOptions = {},
): Provider {
  const sender = smtp.from ?? `no-reply@${ownHost(config.PUBLIC_URL, smtp.host)}`;
  const domain = sender.slice(sender.lastIndexOf('@') + 1);

  async function deliver(message: Outgoing, signal: AbortSignal): Promise<SendResult> {
    // Loaded where it is used: each start has less to read.
    const { createTransport } = await import('nodemailer');
    const socket = net.connect({ host: smtp.host, port: smtp.port });
    const destroy = () => socket.destroy();
    signal.addEventListener('abort', destroy, { once: true });
    const settings: SMTPTransportOptions = {
      host: smtp.host,
      port: smtp.port,
      secure: smtp.secure,
      requireTLS: smtp.requireTls,
      ...(smtp.auth ? { auth: smtp.auth } : {}),
      tls: { minVersion: 'TLSv1.2', ...(options.ca ? { ca: options.ca } : {}) },
      disableFileAccess: true,
      disableUrlAccess: true,
      // Closed by us at the deadline.
      getSocket: (_, callback) => callback(null, { connection: socket }),
    };
    const transport = createTransport(settings);
    try {
      await opened(socket);
      const { subject, text, html, images, unsubscribe } = message.rendered.email;
      await transport.sendMail({
        envelope: { from: sender, to: [message.to] },
        from: { name: oneLine(message.organisation), address: sender },
        to: { name: '', address: message.to },
        subject,
        text,
        html,
        attachments: (images?.() ?? []).map(({ cid, png }) => ({
          cid,
          filename: `${cid}.png`,
          content: Buffer.from(png),
          contentType: 'image/png',
          contentDisposition: 'inline' as const,
        })),
        messageId: `<${message.id}@${domain}>`,
        date: new Date(clock.now()),
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          'Content-Language': message.rendered.language,
          ...(unsubscribe
            ? {
                'List-Unsubscribe': `<${unsubscribe}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }
            : {}),
        },
      });
      return { ok: true };
    } catch (error) {
      return failure(error);
    } finally {
      signal.removeEventListener('abort', destroy);
      transport.close();
      destroy();
    }
  }

  return {
    async send(message, signal) {
      if (!isEmailAddress(message.to))
        return { ok: false, error: 'the e-mail address is not usable', final: true };
      return withDeadline(clock, EMAIL_DEADLINE_MS, signal, (deadline) => deliver(message, deadline));
    },
    async close() {},
  };
}

function opened(socket: net.Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('connect', () => {
      // Nodemailer listens from here on; an error between the two must not end the process.
      socket.on('error', () => {});
      resolve();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNECTION' })));
  });
}

/** The server's own text may repeat an address or a login, so only its codes are kept. */
function failure(error: unknown): SendResult {
  const { responseCode, command, code } = error as { responseCode?: number; command?: string; code?: string };
  if (typeof responseCode === 'number') {
    const step = typeof command === 'string' && /^[A-Z ]{1,20}$/.test(command) ? ` to ${command}` : '';
    // A refused login or sender is a wrong setting that can be corrected: only the recipient and the message are
    // final.
    const final = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
    return { ok: false, error: `the mail server answered ${responseCode}${step}`, final };
  }
  const known = typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? ` (${code})` : '';
  return { ok: false, error: `the mail server could not be used${known}`, final: false };
}

function ownHost(publicUrl: string | null, smtpHost: string): string {
  const host = publicUrl === null ? smtpHost : new URL(publicUrl).hostname;
  return net.isIP(host.replace(/^\[|\]$/g, '')) === 0 ? host : 'localhost';
}

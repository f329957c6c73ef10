-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "previous_secret" BYTEA,
ADD COLUMN     "previous_secret_until" TIMESTAMPTZ(3);

CREATE INDEX "subscription_previous_secret_until_idx" ON "subscription" ("previous_secret_until") WHERE "previous_secret_until" IS NOT NULL;

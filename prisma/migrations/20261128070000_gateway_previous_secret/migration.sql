-- AlterTable
ALTER TABLE "gateway" ADD COLUMN     "previous_secret_hash" BYTEA,
ADD COLUMN     "previous_secret_until" TIMESTAMPTZ(3);

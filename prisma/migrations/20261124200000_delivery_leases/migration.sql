-- Who sends which delivery now: a few hundred rows that are written over and over. Not logged: after a crash of the
-- database nobody sends anything, and the empty table says so.
CREATE UNLOGGED TABLE "delivery_lease" (
  "slot" INTEGER NOT NULL,
  "delivery_id" UUID NOT NULL,
  "subscription_id" UUID NOT NULL,
  "shares" INTEGER NOT NULL,
  "lease_until" TIMESTAMPTZ(3),
  CONSTRAINT "delivery_lease_pkey" PRIMARY KEY ("slot")
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

DROP INDEX "delivery_leased";
ALTER TABLE "delivery" DROP COLUMN "lease_until";

-- Subscriptions are marked as deleted and keep their rows; the check cost a look and a lock for each delivery.
ALTER TABLE "delivery" DROP CONSTRAINT "delivery_subscription_id_fkey";

-- Webhook deliveries. "Waits" is one condition throughout: next_attempt_at is not null.

-- The schema's full index over both is replaced by a partial one: finished rows are nearly all rows.
DROP INDEX IF EXISTS "delivery_subscription_id_next_attempt_at_idx";
-- What waits, by subscription: the claim's hop from one to the next, and what is due of each.
CREATE INDEX "delivery_waiting" ON "delivery" ("subscription_id", "next_attempt_at", "id") WHERE "next_attempt_at" IS NOT NULL;
-- When the next one becomes due.
CREATE INDEX "delivery_next" ON "delivery" ("next_attempt_at") WHERE "next_attempt_at" IS NOT NULL;
-- What is under way, and when its lease runs out.
CREATE INDEX "delivery_leased" ON "delivery" ("lease_until", "subscription_id") WHERE "lease_until" IS NOT NULL;
-- The delivery list by status: those that everybody looks for are few among the delivered, which the plain list finds.
CREATE INDEX "delivery_undelivered" ON "delivery" ("subscription_id", "status", "created_at", "id") WHERE "status" <> 'delivered';

-- A delivery waits exactly while it may still be sent.
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_waits"
  CHECK (("status" IN ('pending', 'retrying')) = ("next_attempt_at" IS NOT NULL));

-- CreateIndex
CREATE INDEX "delivery_subscription_id_event_type_created_at_id_idx" ON "delivery"("subscription_id", "event_type", "created_at", "id");

-- Retries of a subscription are taken before first attempts: each is found by its status, in the order of its time.
CREATE INDEX "delivery_turns" ON "delivery" ("subscription_id", "status", "next_attempt_at", "id") WHERE "next_attempt_at" IS NOT NULL;

DROP INDEX "delivery_waiting";

-- AlterTable
ALTER TABLE "idempotency" ADD COLUMN     "person_id" UUID;

-- CreateTable
CREATE TABLE "erasure" (
    "person_id" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "erasure_pkey" PRIMARY KEY ("person_id")
);

-- CreateIndex
CREATE INDEX "erasure_due_at_idx" ON "erasure"("due_at");

-- What Prisma's schema cannot say -----------------------------------------------------------------------------------

-- Whose personal data a delivery carries (people/erase.ts asks by the same expression).
CREATE INDEX "delivery_person" ON "delivery" ((coalesce("payload" #>> '{person,id}', CASE WHEN "event_type" LIKE 'person.%' THEN "payload" ->> 'id' END)))
  WHERE coalesce("payload" #>> '{person,id}', CASE WHEN "event_type" LIKE 'person.%' THEN "payload" ->> 'id' END) IS NOT NULL;
CREATE INDEX "idempotency_person" ON "idempotency" ("person_id") WHERE "person_id" IS NOT NULL;

-- AlterTable
ALTER TABLE "locksys_feed" ADD COLUMN     "is_cut" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "locksys_record" (
    "id" BIGSERIAL NOT NULL,
    "lock_id" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "key_id" INTEGER,
    "reason" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "locksys_record_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "locksys_record_lock_id_id_idx" ON "locksys_record"("lock_id", "id");

-- AddForeignKey
ALTER TABLE "locksys_record" ADD CONSTRAINT "locksys_record_lock_id_fkey" FOREIGN KEY ("lock_id") REFERENCES "lock"("id") ON DELETE CASCADE ON UPDATE CASCADE;

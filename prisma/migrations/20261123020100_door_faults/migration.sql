-- CreateTable
CREATE TABLE "door_fault" (
    "id" BIGSERIAL NOT NULL,
    "lock_id" INTEGER NOT NULL,
    "terminal" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "error" TEXT,

    CONSTRAINT "door_fault_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "door_fault_lock_id_terminal_at_id_idx" ON "door_fault"("lock_id", "terminal", "at", "id");

-- CreateIndex
CREATE INDEX "gateway_location_id_created_at_id_idx" ON "gateway"("location_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "door_fault" ADD CONSTRAINT "door_fault_lock_id_fkey" FOREIGN KEY ("lock_id") REFERENCES "lock"("id") ON DELETE CASCADE ON UPDATE CASCADE;

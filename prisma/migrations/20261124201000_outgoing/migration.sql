-- Events of a large write whose deliveries are written behind it, a few at a time.
CREATE TABLE "outgoing" (
  "id" BIGSERIAL NOT NULL,
  "ids" BIGINT[],
  "events" JSON NOT NULL,
  "receivers" JSON NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "outgoing_pkey" PRIMARY KEY ("id")
);

-- A row lives for moments: compressing it costs more than writing it.
ALTER TABLE "outgoing" ALTER COLUMN "events" SET STORAGE EXTERNAL;
